import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { usePutBack } from './rescue-queries.ts'

/** Taken by mistake: the way back, for as long as it is possible (`afterPuttingBack`). */
export function PutBack({ consultation }: { consultation: DeskConsultation }) {
  const go = useLocation()[1]
  const back = usePutBack(consultation.id, () => {
    showToast(t('desk.putBack.done', { name: consultation.patient.firstName }))
    go('/')
  })
  return (
    <>
      <Button variant="quiet" icon="back" busy={back.isPending} onClick={() => back.mutate()}>
        {t('desk.putBack.open')}
      </Button>
      <Failure failure={back.error} />
    </>
  )
}
