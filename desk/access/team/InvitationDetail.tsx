import type { Invitation } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { useMail } from '../../kit/partner.ts'
import { fullWords } from '../../kit/times.ts'
import { AnswerInvitation } from './AnswerInvitation.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ProfileText } from './ProfileText.tsx'
import { type Team, useWithdraw } from './queries.ts'
import css from './Team.module.css'
import { isBegun } from './use-colleague-form.ts'

interface InvitationDetailProps {
  invitation: Invitation
  team: Team
  /** Another is to be written in its place, with what is known. */
  onInviteAgain: () => void
}

/** An open invitation, or one that nobody used in time. Who begins anew is invited again where they are a member. */
export function InvitationDetail({ invitation, team, onInviteAgain }: InvitationDetailProps) {
  const { id, name, memberId, state, isMine, answer, answeredBy } = invitation
  const [isChanging, setChanging] = useState(() => isBegun(invitation.clinicianId ?? ''))
  const clinician = memberId ? undefined : team.clinicians.find((one) => one.id === invitation.clinicianId)
  const withdraw = useWithdraw()
  const byMail = useMail()
  const [, go] = useLocation()
  // Not `mutate` with what follows: by then the invitation is gone from the list, and this screen with it.
  const end = () =>
    void withdraw.mutateAsync(id).then(
      () => {
        showToast(t('desk.team.withdrawn', { name }))
        go('/team')
      },
      () => {},
    )
  if (clinician && isChanging)
    return <ChangeForm member={invitation} clinician={clinician} team={team} onClose={() => setChanging(false)} />
  return (
    <>
      <header className={css.head}>
        <StatusChip {...CHIP[state]}>
          {t(state === 'open' && memberId ? 'desk.team.beginsAnew' : `desk.team.state.${state}`)}
        </StatusChip>
        <h2 className={css.name}>{name}</h2>
        {state === 'declined' ? (
          <p>
            {t('desk.team.declinedText', { name: answeredBy ?? '' })} “{answer}”
          </p>
        ) : (
          state !== 'waiting' && <p>{t(state === 'open' && !byMail ? 'desk.team.noMail' : `desk.team.${state}Text`)}</p>
        )}
        {memberId && <p>{t('desk.team.withdrawRenewal')}</p>}
      </header>
      <dl className={css.facts}>
        {factsOf(invitation).map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Failure failure={withdraw.error} onClose={withdraw.reset} />
      {state === 'waiting' && <AnswerInvitation invitation={invitation} />}
      <div className={css.acts}>
        {state === 'waiting' ? null : memberId ? (
          <Button fit icon="profile" onClick={() => go(`/team/${memberId}`)}>
            {t('desk.team.toMember')}
          </Button>
        ) : (
          <Button fit icon="mail" onClick={onInviteAgain}>
            {t('desk.team.again')}
          </Button>
        )}
        {state !== 'declined' && (state !== 'waiting' || isMine) && (
          <Button fit variant="danger" busy={withdraw.isPending} onClick={end}>
            {t('desk.team.withdraw')}
          </Button>
        )}
      </div>
      {clinician && <ProfileText clinician={clinician} team={team} onChange={() => setChanging(true)} />}
    </>
  )
}

const CHIP = {
  waiting: { tone: 'warning', icon: 'clock' },
  open: { tone: 'neutral', icon: 'mail' },
  over: { tone: 'warning', icon: 'warning' },
  declined: { tone: 'danger', icon: 'close' },
} as const

function factsOf(invitation: Invitation): [term: string, fact: string][] {
  const { email, role, state, invitedAt, invitedBy, answeredBy, expiresAt } = invitation
  return [
    [t('desk.people.email'), email],
    [t('desk.people.role'), t(`desk.people.role.${role}`)],
    [
      t(state === 'waiting' || state === 'declined' ? 'desk.team.askedAt' : 'desk.team.invitedAt'),
      fullWords(invitedAt),
    ],
    ...(invitedBy ? [[t('desk.team.invitedBy'), invitedBy] as [string, string]] : []),
    ...(answeredBy
      ? [[t(`desk.team.answeredBy.${state === 'declined' ? 'no' : 'yes'}`), answeredBy] as [string, string]]
      : []),
    ...(state === 'declined' ? [] : [[t(`desk.team.ends.${state}`), fullWords(expiresAt)] as [string, string]]),
  ]
}
