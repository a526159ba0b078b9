import type { Invitation, Member } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { NEW_ITEM_SEGMENT } from '../../kit/page/page.ts'
import { usePartner } from '../../kit/partner.ts'
import { InvitationDetail } from './InvitationDetail.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberDetail } from './MemberDetail.tsx'
import { type Team, useTeam } from './queries.ts'

/** Beside the list: the colleague or invitation that the address names, or a new invitation. */
export function TeamPage({ selectedId }: { selectedId: string | undefined }) {
  const { data } = useTeam()
  const [again, setAgain] = useState<Invitation>()
  const go = useLocation()[1]
  useEffect(() => {
    if (selectedId !== NEW_ITEM_SEGMENT) setAgain(undefined)
  }, [selectedId])
  if (!selectedId) return <PageEmpty title={t('desk.team.choose')}>{t('desk.team.chooseText')}</PageEmpty>
  const inviteAgain = (invitation: Invitation) => {
    setAgain(invitation)
    go(`/team/${NEW_ITEM_SEGMENT}`)
  }
  return (
    // The key remounts the pane for each choice, so that it starts at its top.
    <PageDetail key={selectedId} title={t('desk.team.title')} back={{ to: '/team', label: t('desk.team.back') }}>
      {!data ? (
        <Skeleton lines={8} />
      ) : selectedId === NEW_ITEM_SEGMENT ? (
        <InviteForm key={again?.id} team={data} again={again} />
      ) : (
        <Chosen key={selectedId} team={data} id={selectedId} onInviteAgain={inviteAgain} />
      )}
    </PageDetail>
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

/** The members of the team and the open invitations. */
export function TeamList({ selectedId }: { selectedId: string | undefined }) {
  const team = useTeam()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.team.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/team/${NEW_ITEM_SEGMENT}`)}>
        {t('desk.team.invite')}
      </Button>
      <QueryBoundary query={team} lines={6}>
        {(data) => (
          <>
            <section>
              <h2>{t('desk.team.invitations')}</h2>
              {data.invitations.length === 0 && <PageNote>{t('desk.team.noInvitations')}</PageNote>}
              <PageRows>
                {data.invitations.map((one) => (
                  <InvitationRow key={one.id} invitation={one} isChosen={one.id === selectedId} />
                ))}
              </PageRows>
            </section>
            <section>
              <h2>{t('desk.team.members')}</h2>
              <PageRows>
                {data.members.map((one) => (
                  <MemberRow key={one.id} member={one} isChosen={one.id === selectedId} />
                ))}
              </PageRows>
            </section>
          </>
        )}
      </QueryBoundary>
    </PageList>
  )
}

function MemberRow({ member, isChosen }: { member: Member; isChosen: boolean }) {
  const { id, name, role, status, isLinkDue } = member
  const isBlocked = status === 'blocked'
  const facts = [t(`desk.people.role.${role}`), isLinkDue && !isBlocked && t('desk.team.linkDue')]
  return (
    <PageRow
      href={`/team/${id}`}
      isChosen={isChosen}
      name={name}
      facts={facts.filter(Boolean).join(' · ')}
      mark={isBlocked ? t('desk.people.status.blocked') : undefined}
      tone="danger"
    />
  )
}

function InvitationRow({ invitation, isChosen }: { invitation: Invitation; isChosen: boolean }) {
  const { id, name, role, memberId, expiresAt, state, isMine } = invitation
  const until = state === 'declined' ? undefined : t('desk.team.until', { when: formatWhenShort(expiresAt) })
  return (
    <PageRow
      href={`/team/${id}`}
      isChosen={isChosen}
      name={name}
      facts={[memberId ? t('desk.team.beginsAnew') : t(`desk.people.role.${role}`), until].filter(Boolean).join(' · ')}
      mark={markOf(state)}
      tone={state === 'waiting' && !isMine ? 'accent' : 'quiet'}
    />
  )
}

/** A mark at the end of a row; an open invitation has none. */
function markOf(state: Invitation['state']): string | undefined {
  if (state === 'open') return undefined
  return t(state === 'waiting' ? 'desk.team.waiting' : `desk.team.state.${state}`)
}
