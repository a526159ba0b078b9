import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { mapFieldRefusals } from '../../kit/field-refusals.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import css from './CallPanel.module.css'
import type { CallProps } from './call-props.ts'
import { useRingPatient, useSetDeskPhone, useShowNumber } from './phone-queries.ts'

/**
 * Calls through the partner's phone line, which rings my phone first; without a line, shows the number to dial by
 * hand.
 */
export function usePhone({ consultation: { id, voice, phoneCall }, recordEvent }: CallProps) {
  const [asking, setAsking] = useState<'to-ring' | 'to-change'>()
  const ring = useRingPatient(id)
  const dialled = () => recordEvent('phone', 'started')
  if (!voice) return { busy: false, start: dialled, more: null }
  const start = () => (voice.maskedPhone ? !ring.isPending && ring.mutate() : setAsking('to-ring'))
  const saved = () => {
    setAsking(undefined)
    if (asking === 'to-ring') ring.mutate()
  }
  const more = (
    <>
      <Failure failure={ring.error} />
      <MyPhone maskedPhone={voice.maskedPhone} onChange={() => setAsking('to-change')} />
      {(ring.isError || phoneCall?.outcome === 'unreachable') && <ShowNumber id={id} onDialled={dialled} />}
      {asking && <MyPhoneDialog onClose={() => setAsking(undefined)} onSaved={saved} />}
    </>
  )
  return { busy: ring.isPending, start, more }
}

/** The fallback when the line fails: shows the number to dial by hand. */
function ShowNumber({ id, onDialled }: { id: string; onDialled: () => void }) {
  const show = useShowNumber(id)
  if (!show.data)
    return (
      <>
        <Button variant="quiet" fit busy={show.isPending} onClick={() => show.mutate()}>
          {t('desk.line.show')}
        </Button>
        <Failure failure={show.error} />
      </>
    )
  const { number } = show.data
  return (
    <div role="status" className={css.form}>
      <p>{t('desk.line.shown')}</p>
      <a className={css.number} href={`tel:${number}`}>
        {number}
      </a>
      <Button icon="phone" onClick={onDialled}>
        {t('desk.line.dialled')}
      </Button>
    </div>
  )
}

/** My phone, which a call rings first. */
function MyPhone({ maskedPhone, onChange }: { maskedPhone: string | null; onChange: () => void }) {
  return (
    <div className={css.mine}>
      <span>{maskedPhone ? t('desk.line.mine', { phone: maskedPhone }) : t('desk.line.none')}</span>
      <Button variant="quiet" fit onClick={onChange}>
        {t(maskedPhone ? 'desk.line.change' : 'desk.line.add')}
      </Button>
    </div>
  )
}

interface MyPhoneDialogProps {
  onClose: () => void
  /** Called once the phone is stored. */
  onSaved: () => void
}

function MyPhoneDialog({ onClose, onSaved }: MyPhoneDialogProps) {
  const save = useSetDeskPhone(() => {})
  const form = useDialogForm({
    initial: { number: '' },
    check: ({ number }) => ({ number: parsePhoneNumber(number) ? undefined : 'INVALID' }),
    submit: ({ number }) =>
      mapFieldRefusals({ PHONE_NOT_ALLOWED: 'number' }, () => save.mutateAsync(parsePhoneNumber(number))),
    message: (_, code) => t(`desk.line.number.${code === 'PHONE_NOT_ALLOWED' ? 'NOT_ALLOWED' : 'INVALID'}`),
    done: () => {
      onSaved()
    },
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.line.title')} lead={t('desk.line.why')} act={t('desk.line.save')}>
      <TextInput
        label={t('desk.line.number')}
        hint={t('desk.line.numberHint')}
        type="tel"
        autoComplete="tel"
        {...form.field('number')}
      />
    </FormDialog>
  )
}

/** Returns the international form; null without a country code. */
export function parsePhoneNumber(typed: string): string | null {
  const number = typed
    .trim()
    .replace(/^00/, '+')
    .replaceAll(/[\s().-]/g, '')
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}
