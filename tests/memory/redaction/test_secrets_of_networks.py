"""Networks' keys, texts that were quoted twice, talks that are pasted, and keys of further issuers."""

import json

import pytest

from memory.redaction import mask

DRAWN = "Qx7pLm2kVb9R"


@pytest.mark.parametrize(
    "told,secret",
    [
        ("WIFI:T:WPA;S:Home Net;P:{};;", "Trumpet#Lake8"),
        (r"WIFI:S:Caf\;e;T:WPA;P:{};H:true;;", "Trumpet#Lake8"),
        ("WLAN-Netzwerkschlüssel (WPA2): {}", "48219930475610293847"),
        ("WPA2 key on the sticker: {}", "5839 2741 0063 9912"),
        ("guest wifi: SSID Casa-Guest, key {}", "olive-branch-9921"),
        ("Password (case sensitive!): {}", "oRchid_Fern19"),
        ("the temp password you were given: {}", "Welcome-8841-Zed"),
        ("the PIN that you chose is {}", "8317"),
        ("so you sign in as root, pass {}", "b4nanaSplit!"),
        ("the gate keypad is {} then #", "4471"),
        ("my phone unlocks with {}", "295817"),
        ("Anna: what's the netflix password again?\nBen: {}", "Sp4rrow!Nest"),
        ("nenosiri la wifi ni {}", "Simba!Kali77"),
        ("wifi का पासवर्ड {} है", "Mango@Tree22"),
        ("รหัสผ่าน: {}", "Mango@Tree22"),
        ("the cohere key is {}", f"{DRAWN}{DRAWN}"),
        ("algolia admin key {}", "6413566ef43c3f96f97f8c7b70d3b3e4"),
        ("here: {}", f"bb_live_{DRAWN}{DRAWN}"),
        ("here: {}", "b028b408-a0d9-47d3-a241-19034f4c26e4:fx"),
        ("here: {}", "pat-na1-8dc55fed-b511-4055-aaa8-e88a6eafeae4"),
    ],
)
def test_a_secret_is_masked_where_networks_talks_and_issuers_tell_it(told, secret):
    masked = mask(told.format(secret))

    assert secret not in masked.text
    assert masked.secrets == 1
    assert mask(masked.text) == (masked.text, 0)


@pytest.mark.parametrize("named", ["password", "api_token", "secretKey"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_text_that_was_quoted_several_times_still_reads_as_json_without_its_secrets(named, times):
    text = json.dumps({named: "Pelik4n2Oak7x9Q", "name": "kim"})
    for _ in range(times):
        text = json.dumps({"settings": text})

    masked = mask(text).text
    assert "Pelik4n2Oak7x9Q" not in masked
    for _ in range(times):
        masked = json.loads(masked)["settings"]
    assert json.loads(masked)["name"] == "kim"


@pytest.mark.parametrize(
    "text",
    [
        "the network key exchange uses curve25519-sha256", "wifi key fob AB1234567 was lost", "WPA2 key length: 256",
        "network security key is 128 bits long", "wlan key id 44125512", "SSID HomeNet, key renewal 3600 s, channel 11",
        "WLAN-Schlüssel steht auf dem Aufkleber", "the WPA2 key is 64 hex characters", "WIFI:T:nopass;S:Cafe;;",
        "the keypad is 1200 mm above the floor", "the keypad is 3000 euros", "my phone opens with 4471 unread mails",
        "the door opens with 2500 newtons", "my phone unlocks with my face in 2024",
        "The password we chose must have 12 characters", "the PIN you were given is 4 digits long",
        "password: required|string|min:8|confirmed", "Which password manager?\nBitwarden2024.8",
        "what is the password length?\nBen: min12Chars", "Did you tell me the password?\nVERSION=2.4.1",
        "Did you tell me the password?\nIncident#4711 is still open",
        "how long should a password be?\nAnna: 12+chars", "logged in as root, pass rate was 98.2%",
        "the cache key is 4b8aF92kLmQ7xW0zRt5yB3nV", "the partition key is tenantId2026OrderIdV2LongName",
        "user_test_configureServiceV2Handler", "db_prod_Backup20260512", "cfg_prod_EuWest1ClusterNodePoolBlue",
        "the file my_test_Results2024Summary_Report1", "env my_live_Episode12Season3Recording",
        "550e8400-e29b-41d4-a716-446655440000:f1", "nenosiri lazima liwe na herufi 8",
        r'"{\"keyboard\": \"de-latin1\", \"token_count\": 5512}"', r"{\"key\": \"customer_name\", \"value\": \"x\"}",
        r"{\"password\": \"string\"}",
    ],
)  # fmt: skip
def test_what_only_looks_like_it_stays(text):
    assert mask(text) == (text, 0)
