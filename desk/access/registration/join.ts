import { joinTeam, openInvitation } from '@cuida/core/access/team/team-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

export type OpenInvitation = Reply<typeof openInvitation>

/** Asked once: the key for the authenticator is the same until they have joined. */
export const useInvitation = (secret: string | undefined) =>
  useQuery({
    queryKey: ['join', secret],
    queryFn: () => api(openInvitation, { secret: secret ?? '' }),
    enabled: secret !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count, failure) => !(failure instanceof CallFailed && failure.status < 500) && count < 1,
  })

export const join = (secret: string, { password, code }: { password: string; code: string }) =>
  api(joinTeam, { secret, password, code })
