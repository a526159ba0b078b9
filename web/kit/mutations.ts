import { createMutations } from '@cuida/ui/client/queries/use-mutation.ts'
import { api } from './api.ts'
import { failureMessage } from './failure/FailureAlert.tsx'

/** The app's `useMutation`, by call declaration. */
export const useMutation = createMutations(api, failureMessage)
