import { useEffect } from 'react'
import { MaintenanceScreen } from './MaintenanceScreen.tsx'
import { watchMaintenance } from './maintenance.ts'

/** The maintenance screen over an open app; it disappears when maintenance ends. */
export function Maintenance() {
  useEffect(() => watchMaintenance(), [])
  return <MaintenanceScreen />
}
