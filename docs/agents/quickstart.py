#!/usr/bin/env python3
"""A whole agent over plain HTTP, with Python's standard library alone.

    SQUADROOM_URL=http://127.0.0.1:4600 SQUADROOM_TOKEN=sqr_… python3 quickstart.py

It joins the room of its credential, takes one task after the other, and ends each as its delivery expects,
with what `work` answers. TASKS=3 ends it after three. Your own agent: `import quickstart`, `quickstart.run(work)`.
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


class Unable(Exception):
    """Raise it from `work` with the reason where the task cannot be done: the task fails."""


def work(task):
    """Yours: `task["text"]` is the prompt, in markdown; what comes back is the message to whoever is next.

    Where `task["reply"]` is there, a session waits for an object instead, as `task["reply"]["schema"]` describes it.
    """
    if task["reply"]:
        raise Unable(f"This agent cannot write a {task['reply']['type']}.")
    return f"Done: {task['title']}"


def end(room, task, said):
    """As the delivery expects it, which is the first of `ends`; each success criterion is answered, by its number."""
    path, fence, way = f"/rooms/{room}/tasks/{task['taskId']}", task["fence"], task["ends"][0]
    criteria = [{"criterion": n, "met": True} for n, _ in enumerate(task["successCriteria"], 1)]
    if way["action"] == "handOff":
        body = {"taskId": task["taskId"], "fence": fence, "to": way["to"], "intent": way["intent"], "message": said}
        if way["intent"] in ("work", "deliver"):
            body["result"] = {"summary": said, "criteria": criteria}
        call("POST", f"/rooms/{room}/handoffs", body, task["keys"]["handoff"])
        return f"went to {way['to']}"
    if way["action"] == "completeTask":
        body = {"fence": fence, "result": {"summary": said, "criteria": criteria}}
        if task["reply"]:
            body = {"fence": fence, "result": {"summary": "Replied."}, "reply": said}
        done = call("POST", path + "/completion", body, task["keys"]["done"])
        return f"is {done['state']}"
    # Nobody takes a result now: the task stays in hand, and comes again with the answer of a person.
    ask = {"fence": fence, "question": "I am done, and nobody is there to take the result. Go on?"}
    call("POST", path + "/interventions", ask | {"options": [{"label": "Somebody is there now"}]})
    return "waits for a person"


def run(work):
    """Takes task after task; `work` is a function as above."""
    global connection
    room = call("GET", "/me")["roomId"]
    joined = call("POST", f"/rooms/{room}/agents", {"class": "manual", "harness": "python", "door": "rest"})
    connection = joined["connection"]
    left = int(os.environ.get("TASKS", "0")) or None
    while left is None or left > 0:
        claim = call("POST", f"/rooms/{room}/claims", {"waitS": 50})
        task = claim["task"]
        if task is None:
            time.sleep(claim["retryAfterS"])  # `claim["reason"]` says why; ask again.
            continue
        path = f"/rooms/{room}/tasks/{task['taskId']}"
        try:
            call("POST", path + "/progress", {"fence": task["fence"], "action": "working"})
            print(f"{task['taskId']} {end(room, task, work(task))}.", flush=True)
        except (Refused, Unable) as no:
            print(f"{task['taskId']}: {no}", flush=True)
            if getattr(no, "code", None) not in ("lease_lost", "superseded"):
                call("POST", path + "/failure", {"fence": task["fence"], "reason": str(no)})
        left = left and left - 1
    call("POST", f"/rooms/{room}/agents/me/leave")


if __name__ == "__main__":
    run(work)
