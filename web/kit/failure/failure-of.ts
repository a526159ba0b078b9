interface Read {
  isError: boolean
  error: unknown
  data: unknown
}

/** Of all that a screen cannot do without: why the first that has nothing to show failed. */
export const failureOf = (...reads: Read[]): unknown => reads.find(({ isError, data }) => isError && !data)?.error
