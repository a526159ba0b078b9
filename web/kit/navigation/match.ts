import { matchRoute, type Parser } from 'wouter'
import { type RouteName, routes } from '../../routes.ts'

export interface Match {
  name: RouteName
  params: Record<string, string>
}

const names = Object.keys(routes) as RouteName[]

export function matchPath(parser: Parser, path: string): Match | undefined {
  for (const name of names) {
    const [matches, params] = matchRoute(parser, routes[name].path, path)
    if (matches) return { name, params: definedOnly(params) }
  }
  return undefined
}

const definedOnly = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([key, value]) => value !== undefined && Number.isNaN(Number(key))))
