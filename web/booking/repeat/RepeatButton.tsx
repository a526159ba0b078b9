import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useRepeat } from './use-repeat.ts'

/** Books a past consultation again (`useRepeat`). */
export function RepeatButton({ consultation }: { consultation: Consultation }) {
  const repeat = useRepeat()
  return (
    <>
      <FailureAlert failure={repeat.error} />
      <Button icon="refresh" busy={repeat.isPending} onClick={() => repeat.mutate(consultation)}>
        {t('care.one.again')}
      </Button>
    </>
  )
}
