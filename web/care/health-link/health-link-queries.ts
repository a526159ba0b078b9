import { createHealthLink, endHealthLink, listHealthLinks } from '@cuida/core/fhir/health-link-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'

export const useHealthLinks = (id: string) => useQuery(listHealthLinks, { id })

const stale = (id: string) => ({ stale: [callKey(listHealthLinks, { id })] })

export type NewHealthLink = Omit<Input<typeof createHealthLink>, 'id'>

export const useCreateHealthLink = (id: string) =>
  useMutation((input: NewHealthLink) => api(createHealthLink, { id, ...input }), stale(id))

export const useEndHealthLink = (id: string) =>
  useMutation((linkId: string) => api(endHealthLink, { id, linkId }), stale(id))
