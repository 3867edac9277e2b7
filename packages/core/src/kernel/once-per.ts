/** The same function, which makes a value's result once and keeps it for as long as the value lives. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>();
  return (key) => {
    let kept = known.get(key);
    if (!kept) {
      kept = { made: make(key) };
      known.set(key, kept);
    }
    return kept.made;
  };
}

/** The same for results that depend on a second value, which rarely differs from the last time. */
export function oncePerBoth<Key extends object, Other, Made>(
  make: (key: Key, other: Other) => Made,
): (key: Key, other: Other) => Made {
  const known = new WeakMap<Key, { other: Other; made: Made }>();
  return (key, other) => {
    let kept = known.get(key);
    if (kept === undefined || kept.other !== other) {
      kept = { other, made: make(key, other) };
      known.set(key, kept);
    }
    return kept.made;
  };
}
