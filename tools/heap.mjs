// @ts-check
// Plain JavaScript: the entrance of every npm script reads it on whatever Node the machine has.

/**
 * Room of the API's heap. Node lets rubbish lie as long as the machine has room: under a hundred thousand questions that
 * nobody asks twice the API kept 475 MB without a bound, 312 MB with this one, 68 MB of it alive (decision 0065). Who gives
 * one of their own in NODE_OPTIONS has it; on the command line ours would win.
 */
const API_HEAP = '--max-old-space-size=256'

/**
 * @param {Record<string, string | undefined>} env of the program
 * @returns {string[]}
 */
export const apiHeap = ({ NODE_OPTIONS = '' }) => (/--max[-_]old[-_]space[-_]size/.test(NODE_OPTIONS) ? [] : [API_HEAP])
