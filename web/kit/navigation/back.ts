import { pathOf, type Route, type RouteName, routes } from '../../routes.ts'
import { goBack } from './navigation.ts'

/** The screen's "back" action; undefined on roots and at the start of a flow. */
export function backOf(name: RouteName, params: Record<string, string>): (() => void) | undefined {
  const { back }: Route = routes[name]
  return back ? () => goBack(fallbackOf(back as RouteName, params)) : undefined
}

/** Target of "back" without a history. A fallback reuses this screen's parameters. */
function fallbackOf(name: RouteName, params: Record<string, string>): string {
  const address = routes[name].path.replaceAll(/\/:(\w+)(\??)/g, (_, key: string) =>
    params[key] ? `/${encodeURIComponent(params[key])}` : '',
  )
  return address === '' ? pathOf('home', {}) : address
}
