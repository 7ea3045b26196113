"""The content security policy in a browser: what stands in a page does not run, what is elsewhere is not fetched."""

from __future__ import annotations

from django.urls import reverse

TRY = """
const done = arguments[arguments.length - 1], told = [];
document.addEventListener('securitypolicyviolation', one => told.push(one.effectiveDirective));
window.ran = [];
const script = document.createElement('script');
script.textContent = "window.ran.push('inline')";
document.body.append(script);
const box = document.createElement('div');
box.innerHTML = `<img src="data:image/gif;base64,x" onerror="window.ran.push('handler')">
  <img src="http://127.0.0.2:9/x.png"><form action="http://127.0.0.2:9/"></form><iframe src="http://127.0.0.2:9/"></iframe>`;
document.body.append(box);
const foreign = document.createElement('script');
foreign.src = 'http://127.0.0.2:9/x.js';
document.body.append(foreign);
const base = document.createElement('base');
base.href = 'http://127.0.0.2:9/';
document.head.append(base);
fetch('http://127.0.0.2:9/').catch(() => null);
document.querySelector('form[action^="http://127.0.0.2"]').submit();
setTimeout(() => done([window.ran, told.sort()]), 500);
"""


def test_nothing_that_is_put_into_a_page_runs_or_leaves(browser, furnished):
    browser.go(reverse("admin:memory_memory_change", args=[furnished.fact.pk]))
    assert browser.complaints == []
    ran, told = browser.driver.execute_async_script(TRY)
    assert ran == []
    assert set(told) >= {
        "script-src-elem", "script-src-attr", "img-src", "connect-src", "base-uri", "form-action", "frame-src",
    }  # fmt: skip
    browser.forgive("Content Security Policy", "net::ERR")
    browser.requests.clear()  # Chromium lists them before the policy stops them
