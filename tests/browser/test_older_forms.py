"""A page of Django's own forms in a real browser: what it says is what is stored, also where it is older than that."""

from django.contrib.auth.models import User
from django.urls import reverse

OLDER = "this was changed after the page was opened"


def test_an_older_account_page_is_refused_in_words_and_a_fresh_one_is_stored(browser, furnished):
    bert = User.objects.create_user("bert", is_staff=True)
    bert.namespace_grants.create(pattern="acme/*")
    browser.sign_in(User.objects.create_superuser("boss"))
    page = reverse("admin:auth_user_change", args=[bert.pk])

    def send():
        browser.js("document.querySelector('#id_email').value = 'bert@example.org'")
        browser.leave(lambda: browser.click("[name=_save]"))
        bert.refresh_from_db()
        return OLDER in browser.text("body"), bert.email, bert.namespace_grants.get().pattern

    browser.go(page)
    assert "Version" not in browser.text()
    bert.namespace_grants.update(pattern="acme/bob")
    assert send() == (True, "", "acme/bob")
    browser.go(page)
    assert send() == (False, "bert@example.org", "acme/bob")
    browser.driver.back()  # the page from before it was stored, and the same is asked for once more
    browser.wait(lambda: browser.all("#id_email"))
    assert send() == (False, "bert@example.org", "acme/bob")
