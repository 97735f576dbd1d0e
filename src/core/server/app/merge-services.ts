/** Throws if two of them have a service of the same name: the later one would replace the other for every operation. */
export function mergeServices<Core extends object>(core: Core, added: readonly (object | undefined)[]): Core {
  const merged: Core = { ...core };
  for (const services of added) {
    const taken = Object.keys(services ?? {}).find((name) => name in merged);
    if (taken !== undefined) throw new Error(`Two extensions, or one and the core, have a service ${taken}.`);
    Object.assign(merged, services);
  }
  return merged;
}
