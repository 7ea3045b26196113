"""A curator's work, done in a real browser."""

from __future__ import annotations

from django.urls import reverse

from memory.models import ApiKey, Entity, Memory, Operation, Review
from memory.services import operations
from tests.pace import slowness
from tests.store import fresh, know

from .conftest import Keys

SLOWEST_CARD = 150  # milliseconds from the key to the next card

WATCH = """
window.cardTimes = [];
let pressed = null;
document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
new MutationObserver(() => {
    if (pressed !== null) { window.cardTimes.push(performance.now() - pressed); pressed = null; }
}).observe(document.getElementById('inbox-card'), { childList: true });
"""


def shown(browser):
    return browser.now("#inbox-card h2")


def test_twenty_facts_are_reviewed_by_keyboard(browser, furnished):
    browser.go(reverse("admin:memory_inbox"))
    browser.js(WATCH)
    keys = 0
    for number in range(20):
        before = shown(browser)
        if number % 7 == 3:
            browser.press("c")
            browser.wait(lambda: browser.one("#inbox-text").is_displayed())
            browser.write("#inbox-text", " Really")
            browser.write("#inbox-text", Keys.CONTROL, Keys.ENTER)
            keys += 2
        else:
            browser.press("r" if number % 5 == 4 else "a")
            keys += 1
        browser.wait(lambda before=before: shown(browser) != before)
    assert keys <= 40
    browser.wait(lambda: "20 done" in browser.now("#inbox-count"), 30)
    times = browser.js("return window.cardTimes")
    assert max(times) <= SLOWEST_CARD * slowness(), times
    assert Review.objects.within(furnished.namespace).filter(status="open").count() == 2
    decided = Review.objects.within(furnished.namespace).exclude(status="open")
    assert {status: decided.filter(status=status).count() for status in ("accepted", "corrected", "rejected")} == {
        "accepted": 13, "corrected": 3, "rejected": 4,
    }  # fmt: skip
    assert set(decided.values_list("decided_in__actor", flat=True)) == {"carla"}


def test_a_decision_is_taken_back_and_a_fact_is_skipped(browser, furnished):
    browser.go(reverse("admin:memory_inbox"))
    first = shown(browser)
    browser.press("r")
    browser.wait(lambda: shown(browser) != first)
    browser.wait(lambda: "1 done" in browser.now("#inbox-count"))
    assert not fresh(furnished.doubtful).active
    browser.press("u")
    browser.wait(lambda: shown(browser) == first)
    browser.wait(lambda: fresh(furnished.doubtful).active)
    browser.press("j")
    browser.wait(lambda: shown(browser) != first)
    assert "0 done" in browser.text("#inbox-count")
    assert Review.objects.within(furnished.namespace).filter(status="open").count() == 22


def test_a_fact_is_corrected_and_the_correction_undone(browser, furnished):
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    box = browser.one("#correction")
    box.clear()
    box.send_keys("Alice moved to Hamburg with @tom.")
    browser.write("#correction-reason", "she said so")
    browser.click("button[value=correct]")
    assert "Hamburg" in browser.text("#claim")
    assert not fresh(furnished.fact).active
    browser.click("#history ~ ol form button")
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    assert fresh(furnished.fact).active
    assert "took a change back" in browser.text("#history ~ ol")


def test_the_turns_around_a_source_are_one_click_away(browser, furnished):
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    browser.tap("[hx-get]")
    browser.wait(lambda: "The budget is 500" in browser.text())


def test_a_conflict_is_settled_and_opened_again(browser, furnished):
    browser.go(reverse("admin:memory_conflict_change", args=[furnished.conflict.pk]))
    assert [mark.text for mark in browser.all(".desk-big mark")] == ["500", "600"]
    browser.click("button[value=new]")
    assert "the new fact holds" in browser.text()
    assert fresh(furnished.old).superseded
    browser.click("button[value=reopen]")
    assert not fresh(furnished.old).superseded
    assert browser.one("button[value=both]").is_displayed()


def test_a_correction_in_a_conflict_is_taken_back_with_the_decision(browser, furnished):
    browser.go(reverse("admin:memory_conflict_change", args=[furnished.conflict.pk]))
    browser.tap("section[aria-labelledby=side-new] summary")
    box = browser.one("#content-new")
    box.clear()
    box.send_keys("Alice's budget for 2027 is 600 euros.")
    browser.click("section[aria-labelledby=side-new] button[value=edit]")
    assert "one fact was corrected, and both hold" in browser.text()
    assert "Alice's budget for 2027 is 600 euros." in browser.text("section[aria-labelledby=side-new]")
    browser.click("button[value=reopen]")
    assert fresh(furnished.new).active
    assert not Memory.objects.within(furnished.namespace).active().filter(content__contains="2027").exists()
    assert browser.one("button[value=both]").is_displayed()


def test_a_run_is_followed_to_its_end_without_a_reload(browser, furnished):
    one = reverse("admin:memory_operation_change", args=[furnished.waiting.pk])
    for address in (reverse("admin:memory_running"), one):
        Operation.objects.filter(pk=furnished.waiting.pk).update(status="running", finished_at=None, counts={})
        run = Operation.objects.get(pk=furnished.waiting.pk)
        browser.go(address)
        browser.js("window.sameDocument = true; document.querySelector('[data-follow] a, #content a').focus()")
        operations.progress(run, 0.4)
        # Read by one script each, since what is looked at may be replaced meanwhile.
        browser.wait(lambda: browser.js("return document.querySelector('[data-follow] [aria-valuenow=\"40\"]')"))
        operations.finish(run, {"written": 3})
        browser.wait(lambda: "3 written" in browser.js("return document.getElementById('content').innerText"))
        assert not browser.all("[data-follow]")
        assert browser.js("return window.sameDocument && document.activeElement !== document.body")


def test_a_fact_is_found_from_anywhere_by_keyboard(browser, furnished):
    browser.go(reverse("admin:memory_running"))
    browser.write("body", Keys.CONTROL, "k")
    browser.wait(lambda: browser.one("#search-input-command").is_displayed())
    browser.write("#search-input-command", "opera")
    browser.wait(lambda: "Alice may like opera." in browser.text("#command-results"))
    target = reverse("admin:memory_memory_change", args=[furnished.doubtful.pk])
    browser.click(f"#command-results a[href$='{target}']")
    assert browser.text("#claim") == "Alice may like opera."


def test_two_entities_are_merged_split_and_made_whole(browser, furnished):
    know(furnished.namespace, "Alice met @thomas in Berlin.")
    other = Entity.objects.within(furnished.namespace).get(name_key="thomas")
    browser.go(reverse("admin:memory_entity_change", args=[other.pk]))
    browser.tap("details:nth-of-type(2) summary")
    browser.write("#into", "tom")
    browser.wait(lambda: browser.all("#into-found option"))
    browser.js(
        "const box = document.getElementById('into'); box.value = document.querySelector('#into-found option').value;"
        "box.dispatchEvent(new Event('input'))"
    )
    browser.click("button[value=merge]")
    assert not Entity.everything.filter(pk=other.pk).exists()
    assert "thomas" in browser.text("#profile ~ .desk-row")
    browser.click(f"a[href$='{reverse('admin:memory_entity_split', args=[furnished.entity.pk])}']")
    browser.tap("[name=aliases][value=thomas]")
    browser.click("button[value=split]")
    assert Entity.objects.within(furnished.namespace).filter(name_key="thomas").exists()
    browser.click("#history ~ ol li:first-child button")
    assert not Entity.objects.within(furnished.namespace).filter(name_key="thomas").exists()
    assert "a split was taken back" in browser.text("#history ~ ol")


def test_the_graph_is_walked_by_click_and_by_key(browser, furnished):
    know(furnished.namespace, "Alice saw @tom with @ida.")
    know(furnished.namespace, "Alice saw @ida with @olaf.")
    browser.go(reverse("admin:memory_entity_change", args=[furnished.entity.pk]))
    browser.wait(lambda: browser.all("#graph a[data-name=ida]"))
    browser.tap("#graph a[data-name=ida] circle")
    browser.wait(lambda: browser.all("#graph a.centre[data-name=ida]"))
    assert browser.all("#graph a[data-name=olaf]")
    browser.js("document.querySelector('#graph a[data-name=olaf]').focus()")
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.all("#graph a.centre[data-name=olaf]"))
    browser.tap("#graph-back")
    browser.wait(lambda: browser.all("#graph a.centre[data-name=ida]"))
    browser.click("#graph-open")
    assert browser.text("#profile") == "ida"


def test_a_bulk_action_shows_its_preview_its_progress_and_the_way_back(browser, furnished):
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    for box in browser.all("input.action-select")[:3]:
        browser.js("arguments[0].click()", box)
    browser.js("document.querySelector('select[name=action]').value = 'bulk_protect'")
    old = browser.one("html")
    browser.js("document.getElementById('changelist-form').submit()")
    browser.wait(lambda: old not in browser.all("html") and browser.all("#bulk"))
    assert "Nothing has changed yet" in browser.text()
    browser.click("#bulk button")
    assert "3 changes made" in browser.text()
    assert Memory.objects.within(furnished.namespace).filter(decay_rate=0, kind="fact").count() == 3
    browser.js("window.confirm = () => true")
    browser.click("form button[data-ask]")
    assert Memory.objects.within(furnished.namespace).filter(decay_rate=0, kind="fact").count() == 0


def test_a_namespace_is_picked(browser, furnished):
    from tests.memory.admin.conftest import furnish

    furnish("acme/bob")
    browser.go("/admin/")
    browser.tap(".desk-picker summary")
    browser.click(".desk-picker-list button[value='acme/bob']")
    assert browser.text(".desk-picker-name") == "acme/bob"
    browser.go(reverse("admin:memory_memory_changelist") + "?kind__exact=fact")
    assert "4 memories" in browser.text("body")


def test_a_tab_stays_in_its_namespace_whatever_another_tab_picks(browser, furnished):
    from tests.memory.admin.conftest import furnish

    furnish("acme/bob")
    memories = reverse("admin:memory_memory_changelist")
    browser.go(memories)
    browser.tap(".desk-picker summary")
    browser.click(".desk-picker-list button[value='acme/alice']")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.size(1280, 900)
    browser.go(memories)
    assert browser.text(".desk-picker-name") == "acme/alice"  # where the person last picked
    browser.tap(".desk-picker summary")
    browser.click(".desk-picker-list button[value='acme/bob']")
    assert browser.text(".desk-picker-name") == "acme/bob"
    second = browser.driver.current_window_handle
    for tab, name in ((first, "acme/alice"), (second, "acme/bob"), (first, "acme/alice")):
        browser.driver.switch_to.window(tab)
        browser.press("g")
        browser.leave(lambda: browser.press("e"))
        assert browser.text(".desk-picker-name") == name
        browser.leave(browser.driver.refresh)
        assert browser.text(".desk-picker-name") == name
        browser.click(f"a[href$='{memories}?kind__exact=fact']")
        assert browser.text(".desk-picker-name") == name
    browser.driver.switch_to.window(second)
    browser.driver.close()
    browser.driver.switch_to.window(first)


def test_a_new_key_is_shown_once(browser, furnished):
    browser.go(reverse("admin:memory_apikey_add"))
    browser.write("#id_name", "robot")
    browser.write("#id_namespace_pattern", "acme/alice")
    browser.click(".desk-button-main")
    assert browser.text("#fresh-key").startswith("mem_")
    browser.go(reverse("admin:memory_apikey_changelist"))
    assert not browser.all("#fresh-key")
    browser.js("window.asked = []; window.confirm = (question) => { window.asked.push(question); return false; }")
    browser.tap("button[formaction*=revoke]")
    assert ["never used" in question for question in browser.js("return window.asked")] == [True]
    assert ApiKey.objects.get().usable
    browser.js("window.confirm = () => true")
    browser.click("button[formaction*=revoke]")
    assert not ApiKey.objects.get().usable
