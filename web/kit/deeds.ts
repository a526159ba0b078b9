import { createDeeds } from '@cuida/ui/client/reads/use-deed.ts'
import { api } from './api.ts'
import { failureWords } from './failure/FailureAlert.tsx'

/** What the app does, by the declarations of its calls. */
export const useDeed = createDeeds(api, failureWords)
