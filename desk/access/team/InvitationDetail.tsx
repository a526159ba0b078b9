import type { Invitation } from '@cuida/core/access/team/team-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import { useIsMailEnabled } from '../../kit/partner.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { ProfileText } from './ProfileText.tsx'
import { type Team, useAnswer, useWithdraw } from './queries.ts'
import { hasDraft } from './use-colleague-form.ts'

interface InvitationDetailProps {
  invitation: Invitation
  team: Team
  /** Opens a new invitation that starts with the data of this one. */
  onInviteAgain: () => void
}

/** An open or expired invitation. Renewing a member's access starts on the member's own page. */
export function InvitationDetail({ invitation, team, onInviteAgain }: InvitationDetailProps) {
  const { id, name, memberId, state, isMine, answer, answeredBy } = invitation
  const [isChanging, setChanging] = useState(() => hasDraft(invitation.clinicianId ?? ''))
  const clinician = memberId ? undefined : team.clinicians.find((one) => one.id === invitation.clinicianId)
  const withdraw = useWithdraw()
  const byMail = useIsMailEnabled()
  const go = useLocation()[1]
  // `mutate` would drop its callbacks: the refetched list no longer has the invitation, so this component has
  // unmounted.
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
      <DetailHeader
        chip={{
          ...CHIP[state],
          text: t(state === 'open' && memberId ? 'desk.team.beginsAnew' : `desk.team.state.${state}`),
        }}
        title={name}
      >
        {state === 'declined' ? (
          <p>
            {t('desk.team.declinedText', { name: answeredBy ?? '' })} “{answer}”
          </p>
        ) : (
          state !== 'waiting' && <p>{t(state === 'open' && !byMail ? 'desk.team.noMail' : `desk.team.${state}Text`)}</p>
        )}
        {memberId && <p>{t('desk.team.withdrawRenewal')}</p>}
      </DetailHeader>
      <Facts of={factsOf(invitation)} term={t} />
      <Failure failure={withdraw.error} onClose={withdraw.reset} />
      {state === 'waiting' && <AnswerInvitation invitation={invitation} />}
      <DetailActions>
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
      </DetailActions>
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

function factsOf(invitation: Invitation): Fact[] {
  const { email, role, state, invitedAt, invitedBy, answeredBy, expiresAt } = invitation
  const isDeclined = state === 'declined'
  return [
    ['desk.people.email', email],
    ['desk.people.role', t(`desk.people.role.${role}`)],
    [state === 'waiting' || isDeclined ? 'desk.team.askedAt' : 'desk.team.invitedAt', formatWhenLong(invitedAt)],
    ['desk.team.invitedBy', invitedBy],
    [`desk.team.answeredBy.${isDeclined ? 'no' : 'yes'}`, answeredBy],
    [`desk.team.ends.${state}`, !isDeclined && formatWhenLong(expiresAt)],
  ]
}

/**
 * The second of two managers reads and answers the invitation here; the requesting manager sees what they can do
 * meanwhile.
 */
function AnswerInvitation({ invitation: { id, name, email, isMine, invitedBy } }: { invitation: Invitation }) {
  const answer = useAnswer(id)
  const [isDeclining, setDeclining] = useState(false)
  if (isMine) return <Alert tone="info">{t('desk.team.waitsMine')}</Alert>
  // Announces the answer before the refetch unmounts this component.
  const approve = () =>
    void answer.mutateAsync({ says: 'yes' }).then(
      () => showToast(t('desk.team.approved', { email })),
      () => {},
    )
  return (
    <>
      <p>{t('desk.team.waitsForYou', { invitedBy: invitedBy ?? '', email })}</p>
      {!isDeclining && <Failure failure={answer.error} onClose={answer.reset} />}
      <DetailActions>
        <Button fit variant="primary" icon="check" busy={answer.isPending && !isDeclining} onClick={approve}>
          {t('desk.team.approve')}
        </Button>
        <Button fit icon="close" onClick={() => setDeclining(true)}>
          {t('desk.team.decline')}
        </Button>
      </DetailActions>
      {isDeclining && (
        <ReasonDialog
          title={t('desk.team.decline.title', { name })}
          text={t('desk.team.decline.text', { invitedBy: invitedBy ?? '' })}
          act={t('desk.team.decline')}
          variant="danger"
          onReason={(reason) => answer.mutateAsync({ says: 'no', reason })}
          done={() => t('desk.team.declinedDone', { name })}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  )
}
