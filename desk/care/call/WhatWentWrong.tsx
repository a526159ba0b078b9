import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { type CallFailure, failureEvent } from '@cuida/core/consultation/status/closing.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { mayTell } from '../standing.ts'
import type { Medium, Tell } from './call-props.ts'

interface WhatWentWrongProps {
  consultation: DeskConsultation
  medium: Medium
  tell: Tell
}

/** Beside "nobody answered": the other ways in which a try comes to nothing, and what each counts as. */
export function WhatWentWrong({ consultation, medium, tell }: WhatWentWrongProps) {
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const [isAsked, setAsked] = useState(false)
  // A number is somebody's on a phone alone.
  const offered: CallFailure[] =
    medium === 'phone' ? ['NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION'] : ['BAD_CONNECTION']
  const options = offered
    .filter((value) => mayTell(consultation, medium, failureEvent[value]))
    .map((value) => ({
      value,
      label: t(`desk.call.failure.${value}`),
      detail: t(`desk.call.failure.${value}.detail`),
    }))
  if (options.length === 0) return null
  function save(): void {
    setAsked(!failure)
    if (!failure) return
    tell(medium, failureEvent[failure], failure)
    setOpen(false)
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('desk.call.failure.open')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('desk.call.failure.title')}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" icon="check" onClick={save}>
            {t('desk.call.failure.save')}
          </Button>
        }
      >
        <RadioGroup<CallFailure>
          label={t('desk.call.failure.title')}
          labelHidden
          options={options}
          value={failure}
          onChange={setFailure}
          error={isAsked && !failure ? t('desk.call.failure.REQUIRED') : undefined}
        />
      </Dialog>
    </>
  )
}
