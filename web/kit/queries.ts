import { createQueries } from '@cuida/ui/client/queries/use-query.ts'
import { api } from './api.ts'

/** The query hooks of the app. */
export const { queryOf, useQuery } = createQueries(api)
