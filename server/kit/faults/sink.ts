import type { Fault } from './fault.ts'

/** Port "errors": who hears of what broke. */
export interface FaultSink {
  /** `leftOut`: how many nobody was told of since the last. False when this one was not taken either. */
  take(fault: Fault, fingerprint: string, leftOut: number): Promise<boolean>
}
