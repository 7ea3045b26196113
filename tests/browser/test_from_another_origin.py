"""The TypeScript client in a page of another origin: CORS as a real browser keeps it."""

from __future__ import annotations

import shutil
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings as configured

HOME = configured.BASE_DIR / "clients" / "typescript"
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node here: the TypeScript client is not built")
# A page that lets a test ask for things, and knows the client as any bundled page does.
PAGE = """<!doctype html><title>A page</title><script type="module">
  import { Rememberd } from "./client/index.js";
  window.Rememberd = Rememberd;
</script>"""
TALK = """
const [url, key, done] = arguments;
(async () => {
  const memory = new Rememberd({ url, key, namespace: "acme/alice", retries: 0 });
  const fact = await memory.remember("Maya owns a canoe.", { tags: ["sport"] });
  await memory.session("page").save({ user: "My sister Ana moved to Lisbon.", assistant: "How nice." });
  await memory.change(fact.id, { protected: true });
  await memory.forget(fact.id);
  const block = await memory.session("next").context("Where does my sister live?");
  const wrong = new Rememberd({ url, key: "mem_wrong_key", retries: 0 });
  const refused = await wrong.stats().catch((error) => error.message);
  return { block, refused };
})().then(done, (error) => done({ failed: String(error) }));
"""
# What a page of a stranger would try with the login that the browser has.
STRANGE = """
const [url, done] = arguments;
const tried = ["/admin/", "/api/v1/stats", "/livez"].map((path) =>
  fetch(url + path, { credentials: "include" }).then((answer) => answer.status, (error) => error.name));
Promise.all(tried).then(done);
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *words):
        pass


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """A folder with the page and the built client."""
    folder = tmp_path_factory.mktemp("page")
    compiler = HOME / "node_modules" / "typescript" / "bin" / "tsc"
    assert compiler.exists(), "Its packages are missing: make clients/typescript/node_modules/.ready"
    subprocess.run(["node", compiler, "--outDir", folder / "client"], cwd=HOME, check=True, timeout=120)
    (folder / "index.html").write_text(PAGE)
    (folder / "favicon.ico").write_bytes(b"")
    return folder


@pytest.fixture
def page(dist):
    """The origin of another server on this machine: another port is another origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=dist)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def shown(browser, origin):
    browser.driver.get(f"{origin}/index.html")
    browser.wait(lambda: browser.js("return typeof window.Rememberd === 'function'"))


def asked(browser, script, *words):
    return browser.driver.execute_async_script(script, *words)


def at_an_end(browser, origin, *forgiven):
    """The page is another server's, and a refused request is a complaint: both are meant here."""
    browser.read_logs()
    browser.forgive(*forgiven)
    browser.requests = [url for url in browser.requests if not url.startswith(origin)]


def test_a_page_of_a_named_origin_saves_and_recalls(browser, settings, make_key, page):
    settings.MEMORY_CORS_ORIGINS = [page]
    shown(browser, page)
    told = asked(browser, TALK, browser.url, make_key("acme/*"))
    assert "Lisbon" in told["block"]
    assert told["refused"].startswith("401")
    at_an_end(browser, page, "401")


def test_a_page_of_another_origin_gets_nothing(browser, settings, make_key, page):
    settings.MEMORY_CORS_ORIGINS = ["http://localhost:5173"]
    shown(browser, page)
    told = asked(browser, TALK, browser.url, make_key("acme/*"))
    assert "Unreachable" in told["failed"]
    at_an_end(browser, page, "blocked by CORS policy", "net::ERR_FAILED")


def test_a_login_of_the_desk_is_of_no_use_even_to_a_named_origin(browser, settings, page):
    settings.MEMORY_CORS_ORIGINS = [page]
    shown(browser, page)
    assert asked(browser, STRANGE, browser.url) == ["TypeError"] * 3
    at_an_end(browser, page, "blocked by CORS policy", "net::ERR_FAILED", "401")
