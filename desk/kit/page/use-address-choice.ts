import { useLocation, useSearchParams } from 'wouter'

interface AddressChoice<T extends string> {
  value: T
  choose: (next: T) => void
  /** Returns another path of the same list with the current choice. */
  keep: (path: string) => string
}

/**
 * A filter in the query string: it is part of the history and of shared links. Only values of `options` are written,
 * never typed text, so that no patient data gets into addresses. The first option is the default and is left out.
 */
export function useAddressChoice<T extends string>(name: string, options: readonly [T, ...T[]]): AddressChoice<T> {
  const [path, go] = useLocation()
  const [params] = useSearchParams()
  const param = params.get(name)
  const value = options.find((option) => option === param) ?? options[0]
  const address = (to: string, choice: T) => (choice === options[0] ? to : `${to}?${name}=${choice}`)
  return { value, choose: (next) => go(address(path, next)), keep: (to) => address(to, value) }
}
