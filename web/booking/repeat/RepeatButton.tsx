import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useRepeat } from './use-repeat.ts'

/** Books the same again: product, person, professional and what is still true of the answers. */
export function RepeatButton({ past }: { past: Consultation }) {
  const repeat = useRepeat()
  return (
    <>
      <FailureAlert failure={repeat.error} />
      <Button icon="refresh" busy={repeat.isPending} onClick={() => repeat.mutate(past)}>
        {t('care.one.again')}
      </Button>
    </>
  )
}
