#!/usr/bin/env python3
"""A whole agent over plain HTTP, with Python's standard library alone.

    SQUADROOM_URL=http://127.0.0.1:4600 SQUADROOM_TOKEN=sqr_… python3 quickstart.py

It joins the room of its credential, takes one task after the other, and passes each on with what `work` answers.
TASKS=3 ends it after three.
"""
import json, os, time, urllib.error, urllib.request, uuid

API = os.environ.get("SQUADROOM_URL", "http://127.0.0.1:4600").rstrip("/") + "/api/v1"
TOKEN = os.environ["SQUADROOM_TOKEN"]
AGAIN = ("rate_limited", "overloaded", "outcome_unknown", "unavailable")
connection = None


class Refused(Exception):
    """The server said no: `code` is for programs, the text for people."""

    def __init__(self, body):
        super().__init__(f"{body.get('message')} {body.get('advice', '')}")
        self.code, self.details = body.get("code"), body.get("details", {})


def call(method, path, body=None, key=None):
    """One call. The same key is sent with each try, so that a write happens once however often the network fails."""
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    if connection is not None:
        headers["x-squadroom-connection"] = str(connection)
    if method != "GET":
        headers["idempotency-key"] = key or str(uuid.uuid4())
    data = None if method == "GET" else json.dumps(body or {}).encode()
    for wait in (1, 2, 4, 8, 15, None):
        request = urllib.request.Request(API + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=90) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            refused = Refused(json.load(error))
            if refused.code not in AGAIN or wait is None:
                raise refused
            wait = refused.details.get("retryAfterS", wait)
        except OSError:
            if wait is None:
                raise
        time.sleep(wait)


def work(task):
    """Yours: `task["text"]` is the prompt, in markdown; what comes back is the message to whoever is next."""
    call("POST", f"/rooms/{room}/tasks/{task['taskId']}/progress", {"fence": task["fence"], "action": "working"})
    return f"Done: {task['title']}"


def pass_on(task, message):
    """To the first end that the delivery allows; each success criterion is answered."""
    end = task["allowedHandoffs"][0]
    criteria = [{"criterion": text, "met": True} for text in task["successCriteria"]]
    body = {"taskId": task["taskId"], "fence": task["fence"], "to": end["to"], "intent": end["intents"][0]}
    body |= {"message": message, "result": {"summary": message, "criteria": criteria}}
    return call("POST", f"/rooms/{room}/handoffs", body, task["keys"]["handoff"])


room = call("GET", "/me")["roomId"]
joined = call("POST", f"/rooms/{room}/agents", {"class": "manual", "harness": "python", "door": "rest"})
connection = joined["connection"]
left = int(os.environ.get("TASKS", "0")) or None
while left is None or left > 0:
    claim = call("POST", f"/rooms/{room}/claims", {"waitS": 50})
    task = claim["task"]
    if task is None:
        continue  # `claim["reason"]` says why; the wait is over, so ask again.
    try:
        passed = pass_on(task, work(task))
        print(f"{task['taskId']} went to {passed['to']}.", flush=True)
    except Refused as no:
        print(f"{task['taskId']}: {no} ({no.code})", flush=True)
        if no.code not in ("lease_lost", "superseded"):
            call("POST", f"/rooms/{room}/tasks/{task['taskId']}/failure", {"fence": task["fence"], "reason": str(no)})
    left = left and left - 1
call("POST", f"/rooms/{room}/agents/me/leave")
