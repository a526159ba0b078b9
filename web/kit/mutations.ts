import { createMutations } from '@cuida/ui/client/queries/use-mutation.ts'
import { api } from './api.ts'
import { failureMessage } from './failure/FailureAlert.tsx'

/** What the app does, by the declarations of its calls. */
export const useMutation = createMutations(api, failureMessage)
