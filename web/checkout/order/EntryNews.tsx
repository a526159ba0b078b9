import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { type Entry, takeEntry } from '../../access/sign-in/entry.ts'

/** B4.24: back from the door, with everything where it was. */
export function EntryNews() {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => setEntry((known) => known ?? takeEntry()), [])
  if (!entry) return null
  return <Alert tone="success" leaves onClose={() => setEntry(undefined)} title={t(`checkout.alert.${entry}`)} />
}
