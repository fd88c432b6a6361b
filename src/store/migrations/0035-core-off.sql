-- Messages whose line somebody took out of the core: not in every prompt, and quoted as before where they answer. `hides`
-- counts these too.

alter table event add column core_off_at bigint;
