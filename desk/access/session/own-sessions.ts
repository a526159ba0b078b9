import { endMyDeskSession, endMyOtherDeskSessions, myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { api } from '../../kit/api.ts'
import { useDeed, useRead } from '../../kit/reads.ts'

export const useOwnSessions = () => useRead(myDeskSessions)

/** One of them, or all but this one when none is named. */
export const useEndOwnSessions = () =>
  useDeed((id: string | undefined) => (id ? api(endMyDeskSession, { id }) : api(endMyOtherDeskSessions)), {
    stale: [myDeskSessions],
  })
