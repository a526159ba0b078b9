import { pathOf, type Route, type RouteName, routes } from '../../routes.ts'
import { goBack } from './navigation.ts'

/** What "back" does on a screen; undefined on the roots and where a road begins. */
export function backOf(name: RouteName, params: Record<string, string>): (() => void) | undefined {
  const { back }: Route = routes[name]
  return back ? () => goBack(fallbackOf(back as RouteName, params)) : undefined
}

/** Where "back" leads without a history. A fallback speaks of the same thing: its parameters are this screen's. */
function fallbackOf(name: RouteName, params: Record<string, string>): string {
  const address = routes[name].path.replaceAll(/\/:(\w+)(\??)/g, (_, key: string) =>
    params[key] ? `/${encodeURIComponent(params[key])}` : '',
  )
  return address === '' ? pathOf('home', {}) : address
}
