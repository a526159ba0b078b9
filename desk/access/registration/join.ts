import { joinTeam, openInvitation } from '@cuida/core/access/team/team-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { api } from '../../kit/api.ts'
import { retryOnce, useQuery } from '../../kit/queries.ts'

export type OpenInvitation = Reply<typeof openInvitation>

/** Fetched once: the server returns the same authenticator key until the member has joined. */
export const useInvitation = (secret: string | undefined) =>
  useQuery(
    openInvitation,
    { secret: secret ?? '' },
    { enabled: secret !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: retryOnce },
  )

export const join = (secret: string, { password, code }: { password: string; code: string }) =>
  api(joinTeam, { secret, password, code })
