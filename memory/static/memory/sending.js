// Sends what a person decided, and believes nothing but the service's own typed answer: JSON with a `kind`.
//
// A login that ended is asked for in place, and the request goes out again. `window.desk.send` never throws; it answers
// {kind, error, …} with the kinds of memory/admin/typed.py, or "unreachable" (no answer) or "failed" (none of ours).
"use strict";

window.desk = (() => {
    const told = (name) => document.querySelector(`meta[name=desk-${name}]`)?.content ?? "";
    const person = told("person");
    let token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    let asking = null; // the question for the password, while it is open

    async function request(url, options) {
        let answer;
        // The form's own field comes before the header, and is as old as the page.
        if (options?.body instanceof FormData) options.body.set("csrfmiddlewaretoken", token);
        try {
            answer = await fetch(url, {
                ...options,
                headers: {
                    "X-Requested-With": "fetch", "X-Desk-Person": encodeURIComponent(person), "X-CSRFToken": token,
                    ...options?.headers,
                },
            });
        } catch {
            return { kind: "unreachable", error: "the service cannot be reached" };
        }
        const body = await answer.json().catch(() => null);
        if (body && typeof body.kind === "string") return body;
        return { kind: "failed", error: `the service answered ${answer.status} and said nothing that can be trusted` };
    }

    function take(fresh) {
        token = fresh;
        for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = fresh;
    }

    async function renew() {
        const answer = await request(told("session"));
        if (answer.kind === "done") take(answer.token);
        return answer;
    }

    async function ask(url, options) {
        const answer = await request(url, options);
        if (answer.kind === "signed_out") return (await signIn()) ? request(url, options) : answer;
        if (answer.kind !== "expired") return answer;
        const renewed = await renew();
        if (renewed.kind === "done") return request(url, options);
        return renewed.kind === "signed_out" && (await signIn()) ? request(url, options) : renewed;
    }

    const get = (url) => ask(url, { headers: { Accept: "application/json" } });
    const send = (url, body) => body instanceof FormData
        ? ask(url, { method: "POST", body })
        : ask(url, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

    // What nobody waits for: a login that ended is not asked for.
    const quietly = (url, body) => request(
        url, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

    // --- The password, asked for in place ---------------------------------------------------------------------------

    function signIn() {
        asking ??= question().finally(() => { asking = null; });
        return asking;
    }

    function question() {
        const box = document.createElement("dialog");
        box.className = "desk desk-dialog";
        box.setAttribute("aria-labelledby", "desk-again");
        box.innerHTML = `<form method="dialog" class="desk-form"><h2 id="desk-again">Your login has ended</h2>
            <p>Nothing that you typed is lost. Sign in to go on as <strong></strong>.</p>
            <div class="desk-field"><input name="username" autocomplete="username" value="" hidden><label for="desk-password">Password</label><input id="desk-password" type="password" class="desk-input" autocomplete="current-password" required></div>
            <p class="desk-note desk-note-bad" role="alert" hidden></p>
            <div class="desk-row"><button class="desk-button desk-button-main">Sign in</button><button type="button" class="desk-button">Not now</button></div></form>`;
        box.querySelector("strong").textContent = box.querySelector("[name=username]").value = person;
        const before = document.activeElement;
        document.body.append(box);
        box.showModal();
        return new Promise((resolve) => {
            const end = (worked) => { box.remove(); before?.focus?.(); resolve(worked); };
            box.addEventListener("cancel", () => end(false));
            box.querySelector("[type=button]").addEventListener("click", () => end(false));
            box.querySelector("form").addEventListener("submit", async (event) => {
                event.preventDefault();
                const button = box.querySelector("button");
                button.disabled = true;
                const trouble = await signInWith(box.querySelector("#desk-password").value);
                button.disabled = false;
                if (!trouble) return end(true);
                box.querySelector("[role=alert]").textContent = trouble;
                box.querySelector("[role=alert]").hidden = false;
                box.querySelector("#desk-password").select();
            });
        });
    }

    // By way of the login page itself, so that whatever guards that one guards this.
    async function signInWith(password) {
        try {
            const page = new DOMParser().parseFromString(await (await fetch(told("login"))).text(), "text/html");
            const fresh = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? token;
            const body = new URLSearchParams({
                username: person, password, next: told("session"), csrfmiddlewaretoken: fresh,
            });
            const answer = await fetch(told("login"), { method: "POST", body });
            if (answer.status === 503) return "The store takes nothing now. Wait a while, then try again.";
            if (answer.status === 429) return "Too many attempts. Wait a while, then try again.";
        } catch {
            return "The service cannot be reached.";
        }
        const renewed = await renew();
        if (renewed.kind === "done") return "";
        return renewed.kind === "signed_out" ? "This password is not right." : renewed.error;
    }

    return { get, send, quietly, person };
})();
