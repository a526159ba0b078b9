import type { Invitation, Member } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { usePartner } from '../../kit/partner.ts'
import { PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { NEW } from '../../kit/place/place.ts'
import { timeWords } from '../../kit/times.ts'
import { useTeam } from './queries.ts'

/** Who works at the clinic, and who is invited to. */
export function TeamList({ chosen }: { chosen: string | undefined }) {
  const team = useTeam()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.team.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PlaceList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/team/${NEW}`)}>
        {t('desk.team.invite')}
      </Button>
      <Loaded of={team} lines={6}>
        {(data) => (
          <>
            <section>
              <h2>{t('desk.team.invitations')}</h2>
              {data.invitations.length === 0 && <PlaceNote>{t('desk.team.noInvitations')}</PlaceNote>}
              <PlaceRows>
                {data.invitations.map((one) => (
                  <InvitationRow key={one.id} invitation={one} isChosen={one.id === chosen} />
                ))}
              </PlaceRows>
            </section>
            <section>
              <h2>{t('desk.team.members')}</h2>
              <PlaceRows>
                {data.members.map((one) => (
                  <MemberRow key={one.id} member={one} isChosen={one.id === chosen} />
                ))}
              </PlaceRows>
            </section>
          </>
        )}
      </Loaded>
    </PlaceList>
  )
}

function MemberRow({ member, isChosen }: { member: Member; isChosen: boolean }) {
  const { id, name, role, status, isLinkDue } = member
  const isBlocked = status === 'blocked'
  const facts = [t(`desk.people.role.${role}`), isLinkDue && !isBlocked && t('desk.team.linkDue')]
  return (
    <PlaceRow
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
  const until = state === 'declined' ? undefined : t('desk.team.until', { when: timeWords(expiresAt) })
  return (
    <PlaceRow
      href={`/team/${id}`}
      isChosen={isChosen}
      name={name}
      facts={[memberId ? t('desk.team.beginsAnew') : t(`desk.people.role.${role}`), until].filter(Boolean).join(' · ')}
      mark={markOf(state)}
      tone={state === 'waiting' && !isMine ? 'accent' : 'quiet'}
    />
  )
}

/** A word at the end of a line: what is sent and waited for says nothing. */
function markOf(state: Invitation['state']): string | undefined {
  if (state === 'open') return undefined
  return t(state === 'waiting' ? 'desk.team.waiting' : `desk.team.state.${state}`)
}
