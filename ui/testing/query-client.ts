import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { openAddress } from './address.ts'

export interface RenderOptions {
  /** The address of the screen. */
  at?: string
  queries?: QueryClient
  /** Providers around the screen. */
  wrapper?: (screen: ReactNode) => ReactNode
}

/** A client without retries: the retry rules of the apps have their own tests. Tests read the whole result of a query. */
export const createTestQueryClient = () => {
  const queries = { retry: false, networkMode: 'always', notifyOnChangeProps: 'all' } as const
  return new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } })
}

/** Opens the address, and answers what wraps each render. */
export function prepareRender({ at, queries = createTestQueryClient(), wrapper = (it) => it }: RenderOptions) {
  // Fake timers would hold back the results of queries.
  notifyManager.setScheduler(queueMicrotask)
  if (at !== undefined) openAddress(at)
  const wrap = (screen: ReactNode) => createElement(QueryClientProvider, { client: queries }, wrapper(screen))
  return { queries, wrap }
}
