import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import type { CallProps } from './call-props.ts'
import { MyPhone, MyPhoneDialog } from './MyPhone.tsx'
import { useRingPatient } from './phone-queries.ts'
import { ShowNumber } from './ShowNumber.tsx'

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
