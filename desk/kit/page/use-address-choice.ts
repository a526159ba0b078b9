import { useLocation, useSearchParams } from 'wouter'

interface AddressChoice<T extends string> {
  value: T
  choose: (next: T) => void
  /** Another path of the same list, with what is chosen. */
  keep: (path: string) => string
}

/**
 * A filter that is kept in the address: history takes it back, and a link shows what its sender sees. Only ever a word of
 * `options`, never anything that was typed: what is said of a patient stays out of addresses. The first is the usual one
 * and is not written.
 */
export function useAddressChoice<T extends string>(name: string, options: readonly [T, ...T[]]): AddressChoice<T> {
  const [path, go] = useLocation()
  const [params] = useSearchParams()
  const said = params.get(name)
  const value = options.find((option) => option === said) ?? options[0]
  const address = (to: string, wanted: T) => (wanted === options[0] ? to : `${to}?${name}=${wanted}`)
  return { value, choose: (next) => go(address(path, next)), keep: (to) => address(to, value) }
}
