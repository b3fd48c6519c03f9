/** Returns the value as stores keep it, without fields that are undefined. */
export const withoutUndefined = (value: object): unknown => JSON.parse(JSON.stringify(value));
