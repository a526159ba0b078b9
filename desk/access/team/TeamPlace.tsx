import type { Invitation } from '@cuida/core/access/team/team-api.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { NEW } from '../../kit/place/place.ts'
import { InvitationDetail } from './InvitationDetail.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberDetail } from './MemberDetail.tsx'
import { type Team, useTeam } from './queries.ts'

/** Beside the list: the colleague or the invitation that the address names, or an invitation that is being written. */
export function TeamPlace({ chosen }: { chosen: string | undefined }) {
  const { data } = useTeam()
  const [again, setAgain] = useState<Invitation>()
  const go = useLocation()[1]
  useEffect(() => {
    if (chosen !== NEW) setAgain(undefined)
  }, [chosen])
  if (!chosen) return <PlaceEmpty title={t('desk.team.choose')}>{t('desk.team.chooseText')}</PlaceEmpty>
  const inviteAgain = (invitation: Invitation) => {
    setAgain(invitation)
    go(`/team/${NEW}`)
  }
  return (
    // Of its own for each, so that the next begins at its top.
    <PlaceDetail key={chosen} title={t('desk.team.title')} back={{ to: '/team', label: t('desk.team.back') }}>
      {!data ? (
        <Skeleton lines={8} />
      ) : chosen === NEW ? (
        <InviteForm key={again?.id} team={data} again={again} />
      ) : (
        <Chosen key={chosen} team={data} id={chosen} onInviteAgain={inviteAgain} />
      )}
    </PlaceDetail>
  )
}

interface ChosenProps {
  team: Team
  id: string
  onInviteAgain: (invitation: Invitation) => void
}

function Chosen({ team, id, onInviteAgain }: ChosenProps) {
  const member = team.members.find((one) => one.id === id)
  const invitation = team.invitations.find((one) => one.id === id)
  if (member) return <MemberDetail member={member} team={team} />
  if (invitation)
    return <InvitationDetail invitation={invitation} team={team} onInviteAgain={() => onInviteAgain(invitation)} />
  return <EmptyState title={t('desk.team.gone')} />
}
