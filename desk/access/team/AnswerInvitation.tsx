import type { Invitation } from '@cuida/core/access/team/team-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { Acts } from '../../kit/place/Detail.tsx'
import { ReasonDialog } from '../../kit/place/ReasonDialog.tsx'
import { useAnswer } from './queries.ts'

/** What the second of two managers reads and answers; whoever asked reads what they can do meanwhile. */
export function AnswerInvitation({ invitation: { id, name, email, isMine, invitedBy } }: { invitation: Invitation }) {
  const answer = useAnswer(id)
  const [isDeclining, setDeclining] = useState(false)
  if (isMine) return <Alert tone="info">{t('desk.team.waitsMine')}</Alert>
  // Said before it is true no more that it waits, and this goes with it.
  const approve = () =>
    void answer.mutateAsync({ says: 'yes' }).then(
      () => showToast(t('desk.team.approved', { email })),
      () => {},
    )
  return (
    <>
      <p>{t('desk.team.waitsForYou', { invitedBy: invitedBy ?? '', email })}</p>
      {!isDeclining && <Failure failure={answer.error} onClose={answer.reset} />}
      <Acts>
        <Button fit variant="primary" icon="check" busy={answer.isPending && !isDeclining} onClick={approve}>
          {t('desk.team.approve')}
        </Button>
        <Button fit icon="close" onClick={() => setDeclining(true)}>
          {t('desk.team.decline')}
        </Button>
      </Acts>
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
