import { createReads } from '@cuida/ui/client/reads/use-read.ts'
import { api } from './api.ts'

/** What the app reads, by the declarations of its calls. */
export const { readOf, useRead } = createReads(api)
