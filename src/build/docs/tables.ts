// What commands, options, exit codes and diagnostics are, for the generated pages.
export { ASSUMPTIONS } from "../../acceptance/register.js";
export { COMMANDS } from "../../cli/command-table.js";
export { ENVIRONMENT, OUTCOME_MEANINGS } from "../../cli/help/topics.js";
export { COMMAND_GROUPS } from "../../cli/options/command-spec.js";
export { EXIT_CODES } from "../../cli/options/exit-code.js";
export {
  COMPARING_OPTIONS,
  FILE_OPTIONS,
  GENERAL_OPTIONS,
  isUnlisted,
  PLANNING_OPTIONS,
  SERVICE_OPTIONS,
  TUNING_OPTIONS,
} from "../../cli/options/option-table.js";
export { DIAGNOSTIC_CODES } from "../../model/diagnostic-code.js";
export { GUARD_HELP } from "../../plan/guards/allowance.js";
export { FINDINGS } from "../../sign-in/sign-in.js";
