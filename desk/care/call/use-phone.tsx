import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './CallPanel.module.css'
import type { CallProps } from './call-props.ts'
import { MyPhone, MyPhoneDialog } from './MyPhone.tsx'
import { useRingPatient, useShowNumber } from './phone-queries.ts'

/** Through the partner's line where there is one, which needs a phone of mine; dialled by hand where there is none. */
export function usePhone({ consultation: { id, voice, phoneCall }, tell }: CallProps) {
  const [asking, setAsking] = useState<'to-ring' | 'to-change'>()
  const ring = useRingPatient(id)
  const dialled = () => tell('phone', 'started')
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

/** The way round the line, when it cannot be made: the number itself, and dialling by hand. */
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
