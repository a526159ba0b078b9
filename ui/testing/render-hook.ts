import type { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import type { Form } from '../forms/use-form.ts'
import { actAndFlush } from './act.ts'
import { prepareRender, type RenderOptions } from './query-client.ts'

/** Submits a hook's form, as its button does. */
export const submitForm = (it: { form: Pick<Form<never>, 'props'> }): void =>
  it.form.props.onSubmit({ preventDefault: () => {}, nativeEvent: {} } as never)

export interface RenderedHook<T> {
  /** The hook's current result. */
  current(): T
  /** Runs `work` with the current result, and flushes what follows. */
  act<R>(work: (it: T) => R | Promise<R>): Promise<R>
  rerender(): Promise<void>
  unmount(): Promise<void>
  queries: QueryClient
}

/** Renders a hook with a query client, and unmounts it when the test ends. */
export async function renderHookWithQueries<T>(hook: () => T, options: RenderOptions = {}): Promise<RenderedHook<T>> {
  const { queries, wrap } = prepareRender(options)
  const wrapper = ({ children }: { children: ReactNode }) => wrap(children)
  const { result, rerender, unmount } = await actAndFlush(() => renderHook(hook, { wrapper }))
  onTestFinished(async () => {
    await actAndFlush(unmount)
    queries.clear()
  })
  return {
    current: () => result.current,
    act: (work) => actAndFlush(() => work(result.current)),
    rerender: () => actAndFlush(rerender),
    unmount: () => actAndFlush(unmount),
    queries,
  }
}
