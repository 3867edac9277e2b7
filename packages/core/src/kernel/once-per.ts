/** The same function, which makes what belongs to a value once and keeps it as long as that value is there. */
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
