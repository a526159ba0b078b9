import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterPuttingBack } from '@cuida/core/consultation/rescue.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { usePutBack } from './rescue-queries.ts'

/** Taken by mistake: the way back, until somebody calls. */
export function PutBack({ consultation }: { consultation: DeskConsultation }) {
  const go = useLocation()[1]
  const back = usePutBack(consultation.id, () => {
    showToast(t('desk.putBack.done', { name: consultation.patient.firstName }))
    go('/')
  })
  if (!afterPuttingBack(consultation, 'CLINICIAN')) return null
  return (
    <>
      <Button variant="quiet" icon="back" busy={back.isPending} onClick={() => back.mutate()}>
        {t('desk.putBack.open')}
      </Button>
      <Failure failure={back.error} />
    </>
  )
}
