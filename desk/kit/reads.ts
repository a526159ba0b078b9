import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { createDeeds } from '@cuida/ui/client/use-deed.ts'
import { createPages } from '@cuida/ui/client/use-pages.ts'
import { createReads } from '@cuida/ui/client/use-read.ts'
import { api } from './api.ts'
import { failureWords } from './Failure.tsx'

/** What the desk reads and does, by the declarations of its calls. */
export const { useRead } = createReads(api)
export const usePages = createPages(api)
export const useDeed = createDeeds(api, failureWords)

/** A refusal is an answer: asked again, it is the same. Anything else is tried once more. */
export const onceMore = (count: number, failure: unknown): boolean =>
  !(failure instanceof CallFailed && failure.status < 500) && count < 1
